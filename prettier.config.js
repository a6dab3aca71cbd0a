import style from './.oxfmtrc.json' with { type: 'json' }

export default {
  ...style,
  plugins: ['prettier-plugin-svelte'],
  overrides: [{ files: '*.svelte', options: { parser: 'svelte' } }],
}
