interface RowSteps {
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Returns what opens the rows above and below the open one; undefined at either end, and if it is not listed. */
export function rowSteps(
  ids: readonly string[] | undefined,
  open: string | undefined,
  onOpen: (id: string) => void,
): RowSteps {
  const position = open === undefined ? -1 : (ids?.indexOf(open) ?? -1);
  const step = (by: number) => {
    const next = position < 0 ? undefined : ids?.[position + by];
    return next === undefined ? undefined : () => onOpen(next);
  };
  return { onPrevious: step(-1), onNext: step(1) };
}
