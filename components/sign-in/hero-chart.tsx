import * as texts from "./texts";

const MINUTES = 150;
const HEIGHT = 380;

/** The relative payment volume at a share (0 to 1) of an example event, with peaks for entry, two sets, interval and exit. */
function volumeAt(share: number): number {
  const peak = (at: number, width: number) => Math.exp(-(((share - at) / width) ** 2));
  return (
    0.12 + 0.5 * peak(0.27, 0.13) + 0.3 * peak(0.44, 0.08) + 0.62 * peak(0.62, 0.12) + 0.18 * peak(0.8, 0.1)
  );
}

/** Deterministic pseudo-random number between -1 and 1, so that every render is the same. */
const noise = (index: number, seed: number) => (Math.sin(index * 12.9898 + seed) * 43758.5453) % 1;

/** Builds one SVG path per channel with a bar per minute, POS stacked on bank transfer, instead of hundreds of elements. */
function drawHero() {
  const box = (x: number, from: number, to: number) => `M${x} ${HEIGHT - from}h3V${HEIGHT - to}h-3z`;
  const minutes = Array.from({ length: MINUTES }, (_, index) => {
    const volume = volumeAt(index / MINUTES) * (0.72 + 0.45 * Math.abs(noise(index, 4)));
    const total = Math.round(HEIGHT * Math.min(0.97, volume));
    const transfer = Math.round(total * (0.4 + 0.2 * noise(index, 9)));
    return { transfer: box(index * 5, 0, transfer), pos: box(index * 5, transfer + 1, total) };
  });
  return {
    transfer: minutes.map(({ transfer }) => transfer).join(""),
    pos: minutes.map(({ pos }) => pos).join(""),
  };
}

const PATHS = drawHero();

/** Decorative example chart of an event with invented figures. */
export function HeroChart() {
  return (
    <aside
      aria-label={texts.anExampleOfAnEventsTakings}
      className="relative hidden flex-col justify-end overflow-hidden bg-[#0d1a14] text-[#ecf1ed] lg:flex"
    >
      <div className="px-14">
        <p className="text-[14px] text-[#9db0a5] leading-5">{texts.lagosJazzNight2026ClosingTotal}</p>
        <p className="mt-1 whitespace-nowrap font-[620] text-[clamp(40px,4.6vw,68px)] tabular-nums leading-[1.25] tracking-[-0.034em]">
          <span className="mr-[0.045em]">₦</span>58,630,500<span className="text-[#6f8579]">.00</span>
        </p>
        <p className="mt-1 text-[14px] text-[#9db0a5] leading-5">{texts.figuresOfTheExample}</p>
      </div>
      <svg
        viewBox={`0 0 ${MINUTES * 5} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-14 ml-14 h-[42vh] w-auto"
        aria-hidden
      >
        <linearGradient id="night-dawn" gradientUnits="userSpaceOnUse" x2={MINUTES * 5}>
          <stop stopColor="#fff" stopOpacity={0.55} />
          <stop offset={1} stopColor="#fff" />
        </linearGradient>
        <mask id="night" maskUnits="userSpaceOnUse" width={MINUTES * 5} height={HEIGHT}>
          <rect width={MINUTES * 5} height={HEIGHT} fill="url(#night-dawn)" />
        </mask>
        <g mask="url(#night)">
          <path d={PATHS.pos} fill="#3a6b57" />
          <path d={PATHS.transfer} fill="#2aa873" />
        </g>
      </svg>
    </aside>
  );
}
