/** HTML as servers of this family render it, an entry for each construct of wire-protocol.md §2.14. */
export const recordedHtml = {
  mentions:
    '<p><span class="user-mention" data-user-id="1">@Iris Lindqvist</span> <span class="user-mention silent" data-user-id="2">Noor</span> <span class="user-mention" data-user-id="*">@all</span> <span class="user-group-mention" data-user-group-id="4">@firmware</span> <span class="topic-mention">@topic</span></p>',
  links:
    '<p><a class="stream" data-stream-id="7" href="/#narrow/stream/7-general">#general</a> <a class="stream-topic" data-stream-id="7" href="/#narrow/stream/7-general/topic/lunch">#general &gt; lunch</a> <a href="https://example.org/">https://example.org/</a></p>',
  emoji:
    '<p><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span> <img alt=":party:" class="emoji" src="/user_avatars/1/emoji/images/2.png" title="party"></p>',
  code: '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="k">def</span> <span class="nf">f</span><span class="p">():</span>\n    <span class="k">return</span> <span class="mi">1</span>\n</code></pre></div><p>inline <code>x = 1</code></p>',
  spoiler:
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>The end</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>It was the gardener.</p>\n</div></div>',
  math: '<p>inline <span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="height:0.8141em;"></span><span class="mord mathnormal">x</span></span></span></span></p>\n<p><span class="katex-display"><span class="katex"><span class="katex-mathml"><math display="block"><semantics><mrow></mrow><annotation encoding="application/x-tex">\\int_0^1 f</annotation></semantics></math></span></span></span></p>\n<p><span class="tex-error">$$\\nope{$$</span></p>',
  times:
    '<p><time datetime="2026-11-27T09:00:00Z">2026-11-27T10:00:00+01:00</time> <span class="timestamp-error">Invalid time format: soon</span></p>',
  image:
    '<p><a href="/user_uploads/1/ab/cd/arm.png">arm.png</a></p>\n<div class="message_inline_image"><a href="/user_uploads/1/ab/cd/arm.png" title="arm.png"><img data-src-fullsize="/thumbnail?url=user_uploads%2F1%2Fab%2Fcd%2Farm.png&amp;size=full" src="/thumbnail?url=user_uploads%2F1%2Fab%2Fcd%2Farm.png&amp;size=thumbnail"></a></div>',
  foreignImage:
    '<div class="message_inline_image"><a href="https://elsewhere.example/cat.jpg"><img data-src-fullsize="/external_content/aa/bb" src="/external_content/aa/bb"></a></div>',
  video:
    '<div class="message_inline_image message_inline_video"><a href="/user_uploads/1/ab/cd/arm.mp4" title="arm.mp4"><video preload="metadata" src="/user_uploads/1/ab/cd/arm.mp4"></video></a></div>',
  youtube:
    '<div class="youtube-video message_inline_image"><a data-id="abc" href="https://www.youtube.com/watch?v=abc"><img src="/external_content/cc/dd"></a></div>',
  card: '<div class="message_embed"><a class="message_embed_image" href="https://example.org/" style="background-image: url(&quot;/external_content/ee/ff&quot;)"></a><div class="data-container"><div class="message_embed_title"><a href="https://example.org/" title="An example">An example</a></div><div class="message_embed_description">Words about it</div></div></div>',
  text: '<h2>Heading</h2><blockquote>\n<p>quoted</p>\n</blockquote><ol start="3">\n<li>three<ul>\n<li>deep</li>\n</ul>\n</li>\n</ol><hr><p><del>gone</del> <em>it</em> <strong>bold</strong><br>next</p>',
  table:
    '<table>\n<thead>\n<tr>\n<th style="text-align: right;">n</th>\n<th>word</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align: right;">1</td>\n<td>one</td>\n</tr>\n</tbody>\n</table>',
  highlight: '<p>found <span class="highlight">word</span></p>',
} as const
