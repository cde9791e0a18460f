import type { Step } from "./generator";

/** Applies a completed step to the model. */
export interface Note {
  (): void;
  /** The reference of the payment that the step may have recorded. */
  reference?: string;
}

/**
 * Sorts the notes of parallel steps into the order in which they took effect by these lists of references, oldest
 * first. A payment in no list came after the close.
 */
export function sortByEffect(
  notes: readonly { step: Step; note: Note }[],
  listed: readonly string[],
): Note[] {
  const rankOf = ({ step, note: { reference } }: { step: Step; note: Note }) => {
    if (step.do === "close") return listed.length;
    if (reference === undefined) return -1;
    const position = listed.indexOf(reference);
    return position < 0 ? listed.length + 1 : position;
  };
  return notes.toSorted((one, other) => rankOf(one) - rankOf(other)).map(({ note }) => note);
}

/** The effects of one step that matter to parallel steps. */
interface Effects {
  /** Resources that no parallel step may take as well. */
  takes?: string[];
  /** Resources that parallel steps may share, unless they avoid them. */
  marks?: string[];
  /** Resources that no parallel step may take or mark. */
  avoids?: string[];
}

/** The effects of a step about these payments, each as `bank key`. */
function effectsOf(step: Step, payments: readonly string[]): Effects {
  const each = (...what: string[]) => what.flatMap((one) => payments.map((payment) => `${one} ${payment}`));
  switch (step.do) {
    case "report":
    case "reverse":
      return { takes: each(step.do), avoids: each("decide") };
    case "settle":
      return { takes: [`settlements of ${step.by}`], marks: each("settle"), avoids: each("decide") };
    case "decide":
      return {
        ...{ takes: each("decide"), marks: ["decide"] },
        avoids: [...each("report", "reverse", "settle"), "close"],
      };
    case "close":
      return { marks: ["close"], avoids: ["decide"] };
    case "assign":
      return { takes: ["the assignments"] };
    default:
      return {};
  }
}

/** Selects the steps whose outcome, except for sequence numbers and the close, does not depend on their order. */
export function selectCommuting(
  steps: readonly Step[],
  paymentsOf: (step: Step) => readonly string[],
): Step[] {
  const done = new Set<string>();
  return steps.filter((step) => {
    const { takes = [], marks = [], avoids = [] } = effectsOf(step, paymentsOf(step));
    if ([...takes, ...avoids].some((one) => done.has(one))) return false;
    for (const one of [...takes, ...marks]) done.add(one);
    return true;
  });
}
