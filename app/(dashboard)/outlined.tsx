import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Outlined } from "@/components/shell/outlined";
import { referred } from "./referred";

/**
 * A page, and what stands in for it while somebody who moves to it within the product waits. Whoever opens its address is
 * sent the page whole, with its own status: behind an outline a browser would hold it back for 300 ms more, and an event
 * that is not there would be answered 200.
 */
export function outlined<Props extends object>(
  Page: (props: Props) => Promise<ReactNode>,
  outline: ReactNode,
): (props: Props) => Promise<ReactNode> {
  const Referred = (props: Props) => referred(Page(props));
  return async function OutlinedPage(props) {
    const isMove = (await headers()).get("sec-fetch-dest") === "empty";
    return (
      <Outlined isMove={isMove} outline={isMove && outline}>
        <Referred {...props} />
      </Outlined>
    );
  };
}
