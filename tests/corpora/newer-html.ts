/**
 * HTML as servers of levels 238–512 render it (the family's API documentation of message formatting), beyond
 * `recorded-html.ts` of level 237.
 */
export const newerHtml = {
  /** 405 */
  sound:
    '<p>listen: <audio controls preload="metadata" src="/user_uploads/2/ab/cd/hum.wav" title="hum.wav"></audio></p>',
  /** 405, a sound that cannot be played */
  brokenSound:
    '<p><audio controls preload="metadata" src="/user_uploads/2/ab/cd/gone/cold-start.flac" title="cold-start.flac"></audio></p>',
  /** 405, rewritten to another address */
  foreignSound:
    '<p><audio controls preload="metadata" data-original-url="https://radio.example/talk.mp3" src="https://cdn.example/x/talk.mp3" title="talk.mp3"></audio></p>',
  /** 276, 336 */
  thumbnail:
    '<p><a href="/user_uploads/2/ab/cd/arm.png">arm.png</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/cd/arm.png" title="arm.png"><img data-original-content-type="image/png" data-original-dimensions="1920x1080" src="/user_uploads/thumbnail/2/ab/cd/arm.png/840x560.webp"></a></div>',
  /** 336 */
  transcoded:
    '<div class="message_inline_image"><a href="/user_uploads/2/ab/cd/IMG_1.heic" title="IMG_1.heic"><img data-original-content-type="image/heic" data-original-dimensions="3024x4032" data-transcoded-image="1920x1080.webp" src="/user_uploads/thumbnail/2/ab/cd/IMG_1.heic/840x560.webp"></a></div>',
  /** 275 */
  animated:
    '<div class="message_inline_image"><a href="/user_uploads/2/ab/cd/spin.gif" title="spin.gif"><img data-animated="true" data-original-content-type="image/gif" data-original-dimensions="64x64" src="/user_uploads/thumbnail/2/ab/cd/spin.gif/840x560-anim.webp"></a></div>',
  /** 278 */
  placeholder:
    '<div class="message_inline_image"><a href="/user_uploads/2/ab/cd/rig.jpg" title="rig.jpg"><img class="image-loading-placeholder" data-original-content-type="image/jpeg" data-original-dimensions="1600x1200" src="/static/images/loading/loader-black.svg"></a></div>',
  /** 437 */
  inlineImages:
    '<ul>\n<li>before <img alt="the bench" class="inline-image" data-original-content-type="image/png" data-original-dimensions="1050x700" data-original-src="/user_uploads/2/ab/cd/bench.png" src="/user_uploads/thumbnail/2/ab/cd/bench.png/840x560.webp"> after</li>\n<li><img alt="being prepared" class="inline-image image-loading-placeholder" data-original-content-type="image/png" data-original-dimensions="1200x600" data-original-src="/user_uploads/2/ab/cd/soon.png" src="/static/images/loading/loader-black.svg"></li>\n</ul>',
  /** 319, 346, 347, 400 */
  links:
    '<p><a class="stream" data-stream-id="1" href="/#narrow/channel/1-firmware">#firmware</a> <a class="stream-topic" data-stream-id="1" href="/#narrow/channel/1-firmware/topic/release.202.2E4/with/214">#firmware &gt; release 2.4</a> <a class="stream-topic" data-stream-id="1" href="/#narrow/channel/1-firmware/topic//with/215">#firmware &gt; <em>general chat</em></a> <a class="message-link" href="/#narrow/channel/1-firmware/topic//near/216">#firmware &gt; <em>general chat</em> @ 💬</a></p>',
  /** 247, 333 */
  mentions:
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@channel</span> <span class="topic-mention">@topic</span> <span class="topic-mention silent">topic</span> <span class="user-group-mention silent" data-user-group-id="5">Administrators</span></p>',
  /** 451 */
  badTime: '<p>at &lt;time:soon&gt;</p>',
} as const
