"use client";

import { useEffect, useRef, useState } from "react";
import { CHART_MARGIN, countAxisWidth, countTicks, type MinuteBar } from "../../charts/minutes";
import { MinuteChartSvg } from "../../charts/minutes/minute-chart-svg";
import { useThrottledValue } from "../../live-feed/use-throttled-value";
import { LazyPart } from "../../ui/overlays/lazy";

/** The interactive chart is loaded after the figures are readable. */
const fetchBars = () => import("../../charts/minutes/minute-bars").then((module) => module.default);

/** Returns the index of the last touched bar, until a touch elsewhere. */
function useTouched(bars: readonly MinuteBar[]) {
  const [touched, setTouched] = useState<number>();
  const box = useRef<HTMLDivElement>(null);
  const axisPx = countAxisWidth(countTicks(bars));
  const { length } = bars;
  useEffect(() => {
    const handleTouch = ({ pointerType, target, clientX }: PointerEvent) => {
      const isInChart = pointerType !== "mouse" && target instanceof Node && box.current?.contains(target);
      if (!isInChart || !box.current) return setTouched(undefined);
      const { left, right } = box.current.getBoundingClientRect();
      const index = Math.floor(
        (length * (clientX - left - axisPx)) / (right - left - axisPx - CHART_MARGIN.right),
      );
      setTouched(index >= 0 && index < length ? index : undefined);
    };
    // On release, not on touch: a touch may also scroll the page.
    document.addEventListener("pointerup", handleTouch);
    return () => document.removeEventListener("pointerup", handleTouch);
  }, [length, axisPx]);
  return { box, touched };
}

/**
 * The chart of payments per minute, updated at most once a second: rendering every payment of a rush would
 * block the main thread. It is static SVG until hovered or touched, on devices without a pointer.
 */
export function RateBars({ bars }: { bars: readonly MinuteBar[] }) {
  const signature = bars.map(({ atMs, transfers, pos }) => `${atMs} ${transfers} ${pos}`).join();
  const throttledBars = useThrottledValue(bars, signature, 1_000);
  const { box, touched } = useTouched(throttledBars);
  const [isInteractive, setInteractive] = useState(false);
  useEffect(() => setInteractive(window.matchMedia("(hover: hover)").matches), []);
  const staticChart = <MinuteChartSvg bars={throttledBars} />;
  return (
    <div ref={box} className="size-full" onPointerEnter={() => setInteractive(true)}>
      {isInteractive ? (
        <LazyPart part={fetchBars} given={{ bars: throttledBars, touched }} meanwhile={staticChart} />
      ) : (
        staticChart
      )}
    </div>
  );
}
