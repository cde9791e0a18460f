"use client";

import { useQuery } from "@tanstack/react-query";
import { formatCount } from "@/lib/core/format/count";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { prettyPrint } from "@/lib/core/format/pretty-print";
import { zoneNameAt } from "@/lib/core/zone/zone";
import { Instant } from "../shared/format/instant";
import { Banner } from "../shared/layout/banner";
import { LoadFailed } from "../shared/layout/error-panel";
import { asApiError, getJson } from "../shared/requests/api";
import { Fact } from "../ui/display/fact";
import { Link } from "../ui/display/link";
import { Skeleton } from "../ui/display/skeleton";
import { CodeBlock } from "../ui/feedback/code-block";
import { Drawer } from "../ui/overlays/drawer";
import { keyHint, keyName, type RequestJson } from "./api";
import { StatusChip } from "./status-chip";
import * as texts from "./texts";

interface RequestDrawerProps {
  requestId: string;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** One call of `/v1`: its facts, and both bodies without secrets and personal data. */
export function RequestDrawer({ requestId, onClose, onPrevious, onNext }: RequestDrawerProps) {
  const query = useQuery({
    queryKey: ["request", requestId],
    queryFn: ({ signal }) =>
      getJson<RequestJson>(`/api/dashboard/requests/${encodeURIComponent(requestId)}`, signal),
  });
  const request = query.data;
  return (
    <Drawer
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      row={requestId}
      title={request ? `${request.method} ${request.path.split("?")[0]}` : texts.request}
      badge={request && <StatusChip status={request.status} />}
      subtitle={
        <span className="block truncate">
          <code className="font-mono">{requestId}</code>
          {request && (
            <>
              {" · "}
              <Instant at={request.at} as="day-seconds" /> {zoneNameAt(Date.parse(request.at))}
            </>
          )}
        </span>
      }
    >
      {query.isError && !request && <NotShown error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-40" />}
      {request && <Details request={request} />}
    </Drawer>
  );
}

function NotShown({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { status, detail } = asApiError(error);
  if (status !== 404)
    return <LoadFailed title={texts.thisRequestDidNotLoad} error={error} onRetry={onRetry} />;
  return (
    <Banner tone="red" urgent title={texts.thisRequestIsNotShown}>
      {texts.theLogKeepsTheRequests(detail)}
    </Banner>
  );
}

function Details({ request }: { request: RequestJson }) {
  const { address, session_id: sessionId } = request;
  const name = stripInvisibleCharacters(keyName(request.key_label));
  const problem = request.status >= 400 ? parseProblem(request.response_body) : undefined;
  const head = [`${request.method} ${request.path}`, texts.xApiKey(keyHint(request.key_label))];
  return (
    <div className="grid grid-cols-1 gap-4">
      {problem && (
        <Banner tone={request.status >= 500 ? "red" : "amber"} title={problem.title}>
          {problem.detail}
        </Banner>
      )}
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-2 text-body">
        <Fact name={texts.key}>
          {name} <code className="font-mono text-ink-3 text-meta">{keyHint(request.key_label)}</code>
        </Fact>
        <Fact name={texts.from}>{address || "–"}</Fact>
        <Fact name={texts.took}>{texts.ms(formatCount(Math.round(request.duration_ms)))}</Fact>
        <Fact name={texts.timeInUtc}>
          <code className="font-mono text-meta">{request.at}</code>
        </Fact>
        {sessionId && (
          <Fact name={texts.eventLabel}>
            <Link href={`/events/${sessionId}`} className="break-all font-mono text-meta underline">
              {sessionId}
            </Link>
          </Fact>
        )}
      </dl>
      <section aria-label={texts.request}>
        <h3 className="mb-2 text-section">{texts.request}</h3>
        <CodeBlock
          json
          name={texts.theRequest}
          code={[...head, ...(request.request_body ? ["", prettyPrint(request.request_body)] : [])].join(
            "\n",
          )}
        />
      </section>
      <section aria-label={texts.response}>
        <h3 className="mb-2 text-section">{texts.response}</h3>
        <CodeBlock
          json
          name={texts.theResponse}
          code={prettyPrint(request.response_body ?? "") || texts.noBody}
        />
      </section>
    </div>
  );
}

/** Returns the title and the detail of an error (RFC 9457). */
function parseProblem(body: string | null): { title: string; detail: string } | undefined {
  try {
    const { title, detail } = JSON.parse(body ?? "");
    return { title: String(title), detail: String(detail) };
  } catch {
    return undefined;
  }
}
