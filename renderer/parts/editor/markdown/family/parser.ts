import { languageDataProp } from '@codemirror/language'
import type { Facet } from '@codemirror/state'
import {
  NodeSet,
  NodeType,
  Parser,
  Tree,
  type Input,
  type NodePropSource,
  type ParseWrapper,
  type PartialParse,
  type TreeFragment,
} from '@lezer/common'
import { readBlocks } from './blocks.ts'
import type { KnownNames } from './inline.ts'
import { nodeNames, type NodeName, type SyntaxPart } from './syntax-node.ts'

/** The properties of a parser. */
export interface FamilyParserOptions {
  /** The language data of the text. */
  readonly data: Facet<Readonly<Record<string, unknown>>>
  /** The styles of the nodes. */
  readonly styles: NodePropSource
  readonly names: KnownNames
  /** Wraps the parser so that code is parsed in its own language. */
  readonly wrap: ParseWrapper
}

/**
 * Parses Markdown as the family's servers do. It parses the whole text after each change, because messages are short
 * and a line may change the form of every other line.
 */
export class FamilyParser extends Parser {
  readonly #options: FamilyParserOptions
  readonly #types: ReadonlyMap<NodeName, NodeType>

  constructor(options: FamilyParserOptions) {
    super()
    this.#options = options
    const types = nodeNames.map((name, id) =>
      NodeType.define({
        id,
        name,
        top: name === 'Document',
        props: name === 'Document' ? [[languageDataProp, options.data]] : [],
      }),
    )
    const set = new NodeSet(types).extend(options.styles)
    this.#types = new Map(nodeNames.map((name, id) => [name, set.types[id] ?? NodeType.none]))
  }

  override createParse(
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: readonly { from: number; to: number }[],
  ): PartialParse {
    return this.#options.wrap(this.#parse(input), input, fragments, ranges)
  }

  #parse(input: Input): PartialParse {
    const made = { at: 0 }
    return {
      advance: () => {
        const text = input.read(0, input.length)
        const { parts, marks } = readBlocks(text, this.#options.names)
        made.at = input.length
        return this.#tree('Document', { from: 0, to: input.length }, parts, marks)
      },
      get parsedPos() {
        return made.at
      },
      // The parser always reads the whole text, so it ignores the limit.
      stopAt() {},
      stoppedAt: null,
    }
  }

  /** Builds a node from its parts and from those quote marks that lie in it outside of the parts. */
  #tree(
    name: NodeName,
    { from, to }: { readonly from: number; readonly to: number },
    parts: readonly SyntaxPart[],
    marks: readonly SyntaxPart[],
  ): Tree {
    const children: Tree[] = []
    const positions: number[] = []
    let next = 0
    let end = from
    const put = (tree: Tree, at: number) => {
      if (tree.length === 0 || at < end || at + tree.length > to) return
      children.push(tree)
      positions.push(at - from)
      end = at + tree.length
    }
    const putMarks = (before: number) => {
      for (let mark = marks[next]; mark !== undefined && mark.from < before; mark = marks[next]) {
        put(this.#tree(mark.name, mark, [], []), mark.from)
        next += 1
      }
    }
    for (const each of parts) {
      putMarks(each.from)
      const last = endOf(each)
      const first = next
      while ((marks[next]?.from ?? Infinity) < last) next += 1
      put(this.#tree(each.name, { from: each.from, to: last }, each.children, marks.slice(first, next)), each.from)
    }
    putMarks(to)
    return new Tree(this.#types.get(name) ?? NodeType.none, children, positions, to - from)
  }
}

/** Returns the end of a part. A list extends to the end of its last item. */
function endOf({ to, children }: SyntaxPart): number {
  const last = children.at(-1)
  return last === undefined ? to : Math.max(to, endOf(last))
}
