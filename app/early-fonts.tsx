import latin from "@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2";
import ranges from "@fontsource-variable/inter/unicode.json";
import { headers } from "next/headers";
import naira from "./naira.woff2";

/** The naira sign, a file of its own, which late would flash in another face; and the letters of every page. */
const FILES = [
  [naira, "U+20A6"],
  [latin, ranges.latin],
] as const;

const loadFace = ([file, unicodeRange]: readonly [string, string]) =>
  `face=new FontFace("Inter Early","url(${file})",{weight:"100 900",display:"swap",unicodeRange:"${unicodeRange}"});document.fonts.add(face);face.load().catch(String)`;

/**
 * Fetches and readies the typeface while the page is still on its way. A face that stands in a style sheet alone is not
 * readied before the first layout asks for it, though its file be there: that layout looks through the fonts of the
 * machine for a stand-in, which takes longer than all else of it, and everything is laid out once more afterwards.
 */
export async function EarlyFonts() {
  const policy = (await headers()).get("content-security-policy");
  return (
    <>
      {FILES.map(([file]) => (
        <link key={file} rel="preload" href={file} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      <script
        nonce={policy?.match(/'nonce-([^']+)'/)?.[1]}
      >{`{let face;${FILES.map(loadFace).join(";")}}`}</script>
    </>
  );
}
