const MINUTES = 150;
const HEIGHT = 380;

/** How full a night is at a share of its length: doors, two sets with the interval between, and the way home. */
function fullness(share: number): number {
  const hill = (at: number, width: number) => Math.exp(-(((share - at) / width) ** 2));
  return (
    0.12 + 0.5 * hill(0.27, 0.13) + 0.3 * hill(0.44, 0.08) + 0.62 * hill(0.62, 0.12) + 0.18 * hill(0.8, 0.1)
  );
}

/** The same unevenness at every drawing (the fractions of a multiple of the golden mean spread evenly). */
const uneven = (index: number, seed: number) => (Math.sin(index * 12.9898 + seed) * 43758.5453) % 1;

/** A bar a minute as one line each, so that a night is two shapes and not hundreds: bank transfer below, POS above it. */
function drawHero() {
  const box = (x: number, from: number, to: number) => `M${x} ${HEIGHT - from}h3V${HEIGHT - to}h-3z`;
  const minutes = Array.from({ length: MINUTES }, (_, index) => {
    const full = fullness(index / MINUTES) * (0.72 + 0.45 * Math.abs(uneven(index, 4)));
    const total = Math.round(HEIGHT * Math.min(0.97, full));
    const transfer = Math.round(total * (0.4 + 0.2 * uneven(index, 9)));
    return { transfer: box(index * 5, 0, transfer), pos: box(index * 5, transfer + 1, total) };
  });
  return {
    transfer: minutes.map(({ transfer }) => transfer).join(""),
    pos: minutes.map(({ pos }) => pos).join(""),
  };
}

const NIGHT = drawHero();

/** A night that never was, with figures that are nobody's: what signing in leads to. */
export function HeroChart() {
  return (
    <aside
      aria-label="An example of an event's takings"
      className="relative hidden flex-col justify-end overflow-hidden bg-[#0d1a14] text-[#ecf1ed] lg:flex"
    >
      <div className="px-14">
        <p className="text-[14px] text-[#9db0a5] leading-5">Lagos Jazz Night 2026, closing total</p>
        <p className="mt-1 whitespace-nowrap font-[620] text-[clamp(40px,4.6vw,68px)] tabular-nums leading-[1.25] tracking-[-0.034em]">
          <span className="mr-[0.045em]">₦</span>58,630,500<span className="text-[#6f8579]">.00</span>
        </p>
        <p className="mt-1 text-[14px] text-[#9db0a5] leading-5">
          2,372 payments. 8 terminals. 10 people. Every naira accounted for.
        </p>
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
          <path d={NIGHT.pos} fill="#3a6b57" />
          <path d={NIGHT.transfer} fill="#2aa873" />
        </g>
      </svg>
    </aside>
  );
}
