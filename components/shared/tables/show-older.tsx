import { Button } from "../../ui/forms/button";
import * as texts from "./texts";

interface ShowOlderProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** The button below a table that loads the next page of its query; nothing on the last page. */
export function ShowOlder({ query }: ShowOlderProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="border-edge border-t p-3 text-center">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {texts.showOlder}
      </Button>
    </div>
  );
}
