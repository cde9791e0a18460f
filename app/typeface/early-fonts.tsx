import ranges from "@fontsource-variable/inter/unicode.json";
import { headers } from "next/headers";
import dotted from "./dotted.woff2";
import letters from "./inter.woff2";
import naira from "./naira.woff2";

/** Hausa, Igbo and Yoruba beyond the latin letters, as far as Inter's subset "latin-ext" has them. */
const HOOKED =
  "U+0143-0144,U+0181,U+018A,U+0198-0199,U+01B3-01B4,U+01F8-01F9,U+0253,U+0257,U+1E3E-1E3F,U+1E44-1E45,U+1E62-1E63";
/** And as far as "vietnamese" has them. */
const DOTTED = "U+0300-0301,U+0303-0304,U+0323,U+1EB8-1EB9,U+1ECA-1ECD,U+1EE4-1EE5";

/**
 * What every page is written in: the naira sign, the letters of Nigeria's names, and latin ones. 57 KB of Inter, cut from
 * its subsets of 73, 133 and 16 KB without the weights, features and letters that no page has: `fonttools
 * varLib.instancer <subset>-opsz-normal.woff2 wght=400:700 -o cut.ttf`, then `pyftsubset cut.ttf --unicodes=<these>
 * --layout-features=kern,mark,mkmk,ccmp,locl,calt,liga,tnum --flavor=woff2`, under Inter's own licence (OFL 1.1).
 */
const FILES = [
  [naira, `U+20A6,${HOOKED}`],
  [dotted, DOTTED],
  [letters, ranges.latin],
] as const;

const addFace = ([file, unicodeRange]: readonly [string, string]) => `add("${file}","${unicodeRange}")`;

/** The longest that a page waits for its typeface before it is shown in another. */
const WAIT_MS = 100;

const SCRIPT = `{
const loads=[],add=(file,unicodeRange)=>{
const face=new FontFace("Inter Early","url("+file+")",{weight:"400 700",display:"swap",unicodeRange});
document.fonts.add(face);loads.push(face.load())};
${FILES.map(addFace).join(";")};
const hidden=new CSSStyleSheet,settled=Promise.allSettled(loads),late=new Promise(late=>setTimeout(late,${WAIT_MS}));
hidden.replaceSync("body{display:none}");
document.adoptedStyleSheets.push(hidden);
Promise.race([settled,late]).then(()=>document.adoptedStyleSheets=document.adoptedStyleSheets.filter(one=>one!==hidden))
}`;

/**
 * Fetches and readies the typeface while the page is still on its way. A face that stands in a style sheet alone is not
 * readied before the first layout asks for it, though its file be there: that layout looks through the fonts of the
 * machine for a stand-in, which takes longer than all else of it, and everything is laid out once more afterwards. So
 * nothing is laid out before the typeface is ready or known to be late.
 */
export async function EarlyFonts() {
  const policy = (await headers()).get("content-security-policy");
  return (
    <>
      {FILES.map(([file]) => (
        <link key={file} rel="preload" href={file} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      <script nonce={policy?.match(/'nonce-([^']+)'/)?.[1]}>{SCRIPT}</script>
    </>
  );
}
