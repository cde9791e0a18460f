import type { MetadataRoute } from "next";
import icon192 from "./icons/192.png";
import icon512 from "./icons/512.png";
import * as texts from "./texts";

/** The web app manifest, with which a phone or laptop installs the dashboard. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: "/events",
    name: "Takings",
    short_name: "Takings",
    description: texts.eventPaymentCollectionForNigeria,
    start_url: "/events",
    scope: "/",
    display: "standalone",
    background_color: "#f6f7f6",
    theme_color: "#14261d",
    icons: [
      { src: icon192.src, sizes: "192x192", type: "image/png", purpose: "any" },
      { src: icon512.src, sizes: "512x512", type: "image/png", purpose: "any" },
      { src: icon512.src, sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
