/** Country codes, by their first letter. */
const countries =
  'a[cdefgilmoqrstuwxz]|b[abdefghijmnorstvwyz]|c[acdfghiklmnoruvwxyz]|d[ejkmoz]|e[cegrstu]|f[ijkmor]|' +
  'g[abdefghilmnpqrstuwy]|h[kmnrtu]|i[delmnoqrst]|j[emop]|k[eghimnprwyz]|l[abcikrstuvy]|m[acdeghklmnopqrstuvwxyz]|' +
  'n[acefgilopruz]|om|p[aefghklmnrstwy]|qa|r[eosuw]|s[abcdeghijklmnorstuvxyz]|t[cdfghjklmnortvwz]|u[agksyz]|' +
  'v[aceginu]|w[fs]|y[et]|z[amw]'

/** Other top-level domains in use; a host under an unlisted one becomes a link only with its scheme. */
const generic =
  'com|org|net|edu|gov|mil|int|arpa|info|biz|name|pro|aero|asia|cat|coop|jobs|mobi|museum|post|tel|travel|xxx|' +
  'academy|agency|app|art|audio|band|bar|berlin|bike|bio|blog|boutique|build|business|cafe|camera|camp|capital|care|' +
  'cash|center|chat|city|cloud|club|codes|coffee|community|company|computer|consulting|cool|dance|day|deals|design|dev|' +
  'digital|direct|directory|domains|earth|education|email|energy|engineering|enterprises|equipment|estate|events|' +
  'exchange|expert|express|family|farm|fashion|film|finance|fit|fitness|foundation|fund|fun|gallery|games|garden|gmbh|' +
  'global|graphics|green|group|guide|guru|hamburg|health|help|host|hosting|house|icu|immo|inc|industries|institute|' +
  'international|kitchen|koeln|land|law|legal|life|link|live|llc|lol|london|love|ltd|management|market|marketing|media|' +
  'moe|money|movie|museum|network|news|ninja|nyc|one|online|page|paris|parts|party|photo|photography|photos|pics|' +
  'pictures|pizza|place|plus|press|productions|properties|pub|quest|radio|recipes|rent|repair|report|rest|restaurant|' +
  'review|reviews|rocks|run|sale|school|science|security|services|shoes|shop|show|site|social|software|solar|' +
  'solutions|space|sport|store|stream|studio|style|supply|support|surf|swiss|systems|tech|technology|theater|tips|' +
  'tokyo|tools|top|tours|town|toys|training|university|vip|video|vision|watch|website|wien|wiki|win|work|works|world|' +
  'wtf|xyz|zone'

const known = new RegExp(`^(?:${countries}|${generic}|xn--[a-z0-9-]+)$`, 'i')

/** Whether a name can be the last label of a host, so that a bare host becomes a link (wire-protocol.md §2.14). */
export function isTopLevelDomain(label: string): boolean {
  return known.test(label)
}
