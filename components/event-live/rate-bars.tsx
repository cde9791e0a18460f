"use client";

import { useEffect, useRef, useState } from "react";
import { MinuteChartSvg } from "../charts/minute-chart-svg";
import { countTicks, type MinuteBar, ROOM, roomFor } from "../charts/minutes";
import { LazyPart } from "../ui/lazy";
import { useThrottledValue } from "./use-throttled-value";

/** The figures come first: the code of a chart that answers is fetched when they can be read. */
const fetchBars = () => import("../charts/minute-bars").then((one) => one.default);

/** The bar under a finger, until one touches elsewhere. */
function useTouched(bars: readonly MinuteBar[]) {
  const [touched, setTouched] = useState<number>();
  const box = useRef<HTMLDivElement>(null);
  const room = roomFor(countTicks(bars));
  const { length } = bars;
  useEffect(() => {
    const look = ({ pointerType, target, clientX }: PointerEvent) => {
      const isOurs = pointerType !== "mouse" && target instanceof Node && box.current?.contains(target);
      if (!isOurs || !box.current) return setTouched(undefined);
      const { left, right } = box.current.getBoundingClientRect();
      const index = Math.floor((length * (clientX - left - room)) / (right - left - room - ROOM.right));
      setTouched(index >= 0 && index < length ? index : undefined);
    };
    // Not as the finger comes down: whoever moves the page by the chart asks nothing of it.
    document.addEventListener("pointerup", look);
    return () => document.removeEventListener("pointerup", look);
  }, [length, room]);
  return { box, touched };
}

/**
 * Drawn anew once a second at most: a chart of a rush's every payment would leave no time to show the figures. Where
 * nothing can be pointed at, as on a phone, it is a picture until it is touched.
 */
export function RateBars({ bars }: { bars: readonly MinuteBar[] }) {
  const sign = bars.map(({ atMs, transfers, pos }) => `${atMs} ${transfers} ${pos}`).join();
  const paced = useThrottledValue(bars, sign, 1_000);
  const { box, touched } = useTouched(paced);
  const [isAnswering, setAnswering] = useState(false);
  useEffect(() => setAnswering(window.matchMedia("(hover: hover)").matches), []);
  const picture = <MinuteChartSvg bars={paced} />;
  return (
    <div ref={box} className="size-full" onPointerEnter={() => setAnswering(true)}>
      {isAnswering ? (
        <LazyPart part={fetchBars} given={{ bars: paced, touched }} meanwhile={picture} />
      ) : (
        picture
      )}
    </div>
  );
}
