import ranges from "@fontsource-variable/inter/unicode.json";
import { headers } from "next/headers";
import dotted from "./dotted.woff2";
import letters from "./inter.woff2";
import naira from "./naira.woff2";

/** Letters of Hausa, Igbo and Yoruba that are not in Inter's subset "latin" but in "latin-ext". */
const HOOKED =
  "U+0143-0144,U+0181,U+018A,U+0198-0199,U+01B3-01B4,U+01F8-01F9,U+0253,U+0257,U+1E3E-1E3F,U+1E44-1E45,U+1E62-1E63";
/** Letters of Hausa, Igbo and Yoruba that are not in Inter's subset "latin" but in "vietnamese". */
const DOTTED = "U+0300-0301,U+0303-0304,U+0323,U+1EB8-1EB9,U+1ECA-1ECD,U+1EE4-1EE5";

/**
 * The font files of every page: the naira sign, letters of Nigerian names, and Latin. 57 KB of Inter, reduced from its
 * subsets of 73, 133 and 16 KB by removing unused weights, features and letters: `fonttools varLib.instancer
 * <subset>-opsz-normal.woff2 wght=400:700 -o cut.ttf`, then `pyftsubset cut.ttf --unicodes=<these>
 * --layout-features=kern,mark,mkmk,ccmp,locl,calt,liga,tnum --flavor=woff2`, under Inter's own licence (OFL 1.1).
 */
const FILES = [
  [naira, `U+20A6,${HOOKED}`],
  [dotted, DOTTED],
  [letters, ranges.latin],
] as const;

const addFace = ([file, unicodeRange]: readonly [string, string]) => `add("${file}","${unicodeRange}")`;

/** Maximum time that a page waits for its font before it is shown in the fallback font. */
const MAX_WAIT_MS = 100;

const SCRIPT = `{
const loads=[],add=(file,unicodeRange)=>{
const face=new FontFace("Inter Early","url("+file+")",{weight:"400 700",display:"swap",unicodeRange});
document.fonts.add(face);loads.push(face.load())};
${FILES.map(addFace).join(";")};
const hidden=new CSSStyleSheet,settled=Promise.allSettled(loads),late=new Promise(late=>setTimeout(late,${MAX_WAIT_MS}));
hidden.replaceSync("body{display:none}");
document.adoptedStyleSheets.push(hidden);
Promise.race([settled,late]).then(()=>document.adoptedStyleSheets=document.adoptedStyleSheets.filter(one=>one!==hidden))
}`;

/**
 * Loads the font while the page is still streaming, and hides the body until the font is ready or `MAX_WAIT_MS` is over. A
 * font that is declared only in a style sheet is not prepared before the first layout needs it, even if its file has been
 * fetched. That layout searches the system fonts for a fallback, which is its slowest part, and is then repeated.
 */
export async function PreloadFonts() {
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
