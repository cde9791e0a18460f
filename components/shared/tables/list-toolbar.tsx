import type { ComponentProps } from "react";
import { SegmentedLinks } from "../../ui/forms/segmented";
import { SearchBox } from "./search-box";

interface ListToolbarProps {
  tabs: Omit<ComponentProps<typeof SegmentedLinks>, "className">;
  search: Pick<ComponentProps<typeof SearchBox>, "aria-label" | "placeholder" | "text" | "onSearch">;
}

/** The tabs above a list, which are links, and its search; one below the other on a phone. */
export function ListToolbar({ tabs, search }: ListToolbarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <SegmentedLinks className="max-md:w-full" {...tabs} />
      <SearchBox boxClassName="w-[280px] max-md:w-full" {...search} />
    </div>
  );
}
