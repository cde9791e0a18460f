import { createIcon } from "./create-icon";

export type { IconType } from "./create-icon";

// Outlines of Lucide 1.73.0 (ISC licence, see LICENSE), each joined to one path. Grid 24 × 24, stroked with the text's colour.
export const Activity = /* @__PURE__ */ createIcon(
  "M22 12h-2.48a2 2 0 0 0-1.93 1.46l-2.35 8.36a.25.25 0 0 1-.48 0L9.24 2.18a.25.25 0 0 0-.48 0l-2.35 8.36A2 2 0 0 1 4.49 12H2",
);
export const ArrowDown = /* @__PURE__ */ createIcon("M12 5v14M19 12l-7 7-7-7");
export const ArrowRight = /* @__PURE__ */ createIcon("M5 12h14M12 5l7 7-7 7");
export const ArrowUp = /* @__PURE__ */ createIcon("M5 12l7-7 7 7M12 19V5");
export const ArrowUpRight = /* @__PURE__ */ createIcon("M7 7h10v10M7 17 17 7");
export const BanknoteArrowDown = /* @__PURE__ */ createIcon(
  "M12 18H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5M16 19l3 3 3-3M18 12h.01M19 16v6M6 12h.01M10 12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z",
);
export const BookOpen = /* @__PURE__ */ createIcon(
  "M12 5v16M20.001 19A2 2 0 0022 17V5a2 2 0 00-1.999-2L16 3.002A5 5 0 0012 5a5 5 0 00-4-2H4a2 2 0 00-2 2v12a2 2 0 001.999 2H8a5 5 0 014 2 5 5 0 014-2z",
);
export const Calculator = /* @__PURE__ */ createIcon(
  "M6 2h12a2 2 0 0 1 2 2v16a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-16a2 2 0 0 1 2 -2ZM8 6L16 6M16 14L16 18M16 10h.01M12 10h.01M8 10h.01M12 14h.01M8 14h.01M12 18h.01M8 18h.01",
);
export const CalendarDays = /* @__PURE__ */ createIcon(
  "M8 2v3M16 2v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2ZM3 9h18M8 13h.01M12 13h.01M16 13h.01M8 17h.01M12 17h.01M16 17h.01",
);
export const ChartColumn = /* @__PURE__ */ createIcon("M3 3v16a2 2 0 0 0 2 2h16M18 17V9M13 17V5M8 17v-3");
export const Check = /* @__PURE__ */ createIcon("M20 6 9 17l-5-5");
export const ChevronRight = /* @__PURE__ */ createIcon("M9 18l6-6-6-6");
export const ChevronsUpDown = /* @__PURE__ */ createIcon("M7 15l5 5 5-5M7 9l5-5 5 5");
export const CircleAlert = /* @__PURE__ */ createIcon(
  "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0ZM12 8L12 12M12 16L12.01 16",
);
export const CircleCheck = /* @__PURE__ */ createIcon(
  "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0ZM16 9l-5.5 5.5L8 12",
);
export const CircleHelp = /* @__PURE__ */ createIcon(
  "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0ZM9 9.5a3 2.5 0 016 0c0 2-2 2-3 3.5M12 17h.01",
);
export const CircleSlash = /* @__PURE__ */ createIcon("M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0ZM9 15L15 9");
export const CircleStop = /* @__PURE__ */ createIcon(
  "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0ZM10 9h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1Z",
);
export const ClipboardCheck = /* @__PURE__ */ createIcon(
  "M9 2h6a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1ZM16 4h2a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2M9 14l2 2 4-4",
);
export const CodeXml = /* @__PURE__ */ createIcon("M18 16l4-4-4-4M6 8l-4 4 4 4M14.5 4l-5 16");
export const Copy = /* @__PURE__ */ createIcon(
  "M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2ZM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2",
);
export const CreditCard = /* @__PURE__ */ createIcon(
  "M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2ZM2 10L22 10M6 14h2",
);
export const Ellipsis = /* @__PURE__ */ createIcon(
  "M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0ZM18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0ZM4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0Z",
);
export const ExternalLink = /* @__PURE__ */ createIcon(
  "M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6",
);
export const FlaskConical = /* @__PURE__ */ createIcon(
  "M14 2v6a2 2 0 0 0 .245.96l5.51 10.08A2 2 0 0 1 18 22H6a2 2 0 0 1-1.755-2.96l5.51-10.08A2 2 0 0 0 10 8V2M6.453 15h11.094M8.5 2h7",
);
export const Info = /* @__PURE__ */ createIcon("M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0ZM12 16v-4M12 8h.01");
export const Keyboard = /* @__PURE__ */ createIcon(
  "M10 8h.01M12 12h.01M14 8h.01M16 12h.01M18 8h.01M6 8h.01M7 16h10M8 12h.01M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2Z",
);
export const Landmark = /* @__PURE__ */ createIcon(
  "M10 18v-7M11.119 2.205a2 2 0 0 1 1.762 0l7.84 3.846A.5.5 0 0 1 20.5 7h-17a.5.5 0 0 1-.22-.949zM14 18v-7M18 18v-7M3 22h18M6 18v-7",
);
export const LoaderCircle = /* @__PURE__ */ createIcon("M21 12a9 9 0 1 1-6.219-8.56");
export const Lock = /* @__PURE__ */ createIcon(
  "M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-7a2 2 0 0 1 2 -2ZM7 11V7a5 5 0 0 1 10 0v4",
);
export const LogOut = /* @__PURE__ */ createIcon(
  "M16 17l5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4",
);
export const Monitor = /* @__PURE__ */ createIcon(
  "M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2ZM8 21L16 21M12 17L12 21",
);
export const Printer = /* @__PURE__ */ createIcon(
  "M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6M7 14h10a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-10a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1Z",
);
export const RefreshCw = /* @__PURE__ */ createIcon(
  "M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5",
);
export const Scale = /* @__PURE__ */ createIcon(
  "M12 3v18M19 8l3 8a5 5 0 0 1-6 0zV7M3 7h1a17 17 0 0 0 8-2 17 17 0 0 0 8 2h1M5 8l3 8a5 5 0 0 1-6 0zV7M7 21h10",
);
export const Search = /* @__PURE__ */ createIcon("M21 21l-4.34-4.34M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0Z");
export const Share2 = /* @__PURE__ */ createIcon(
  "M15 5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0ZM3 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0ZM15 19a3 3 0 1 0 6 0a3 3 0 1 0 -6 0ZM8.59 13.51L15.42 17.49M15.41 6.51L8.59 10.49",
);
export const SlidersHorizontal = /* @__PURE__ */ createIcon(
  "M10 5H3M12 19H3M14 3v4M16 17v4M21 12h-9M21 19h-5M21 5h-7M8 10v4M8 12H3",
);
export const Table = /* @__PURE__ */ createIcon(
  "M12 3v18M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2ZM3 9h18M3 15h18",
);
export const TriangleAlert = /* @__PURE__ */ createIcon(
  "M21.73 18l-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01",
);
export const Users = /* @__PURE__ */ createIcon(
  "M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M16 3.128a4 4 0 0 1 0 7.744M22 21v-2a4 4 0 0 0-3-3.87M5 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z",
);
export const Webhook = /* @__PURE__ */ createIcon(
  "M18 16.98h-5.99c-1.1 0-1.95.94-2.48 1.9A4 4 0 0 1 2 17c.01-.7.2-1.4.57-2M6 17l3.13-5.78c.53-.97.1-2.18-.5-3.1a4 4 0 1 1 6.89-4.06M12 6l3.13 5.73C15.66 12.7 16.9 13 18 13a4 4 0 0 1 0 8",
);
export const WifiOff = /* @__PURE__ */ createIcon(
  "M12 20h.01M8.5 16.429a5 5 0 0 1 7 0M5 12.859a10 10 0 0 1 5.17-2.69M19 12.859a10 10 0 0 0-2.007-1.523M2 8.82a15 15 0 0 1 4.177-2.643M22 8.82a15 15 0 0 0-11.288-3.764M2 2l20 20",
);
export const X = /* @__PURE__ */ createIcon("M18 6 6 18M6 6l12 12");
export const Download = /* @__PURE__ */ createIcon(
  "M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5",
);
export const ListFilter = /* @__PURE__ */ createIcon("M2 5h20M6 12h12M9 19h6");
export const Pause = /* @__PURE__ */ createIcon(
  "M15 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1ZM6 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1Z",
);
export const Play = /* @__PURE__ */ createIcon(
  "M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z",
);
export const Plus = /* @__PURE__ */ createIcon("M5 12h14M12 5v14");
export const ChevronDown = /* @__PURE__ */ createIcon("M6 9l6 6 6-6");
export const Hourglass = /* @__PURE__ */ createIcon(
  "M5 22h14M5 2h14M17 22v-4.172a2 2 0 0 0-.586-1.414L12 12l-4.414 4.414A2 2 0 0 0 7 17.828V22M7 2v4.172a2 2 0 0 0 .586 1.414L12 12l4.414-4.414A2 2 0 0 0 17 6.172V2",
);
export const UserPlus = /* @__PURE__ */ createIcon(
  "M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M5 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0ZM19 8L19 14M22 11L16 11",
);
