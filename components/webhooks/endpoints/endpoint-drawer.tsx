import { formatCount } from "@/lib/core/format/count";
import { Instant } from "../../shared/format/instant";
import { Fact } from "../../ui/display/fact";
import { CopyButton } from "../../ui/feedback/copy-button";
import { Button } from "../../ui/forms/button";
import { Drawer } from "../../ui/overlays/drawer";
import type { OrganisationEndpointJson } from "../api";
import { HealthChip } from "../state/health-chip";
import { HealthLine } from "../state/health-line";
import { PauseButton } from "../state/pause-button";
import { SecretLine } from "../state/secret-line";
import { endpointName } from "./endpoint-name";
import { HealthChart } from "./health-chart";
import * as texts from "./texts";
import { secretsPath, useRefreshEndpoints } from "./use-endpoints";

/** What a member may do with endpoints. */
export interface EndpointRights {
  mayManageEndpoints: boolean;
  mayManageKeys: boolean;
  mayReplay: boolean;
}

interface EndpointDrawerProps extends EndpointRights {
  endpoint: OrganisationEndpointJson;
  onEdit: () => void;
  onRemove: () => void;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** One organisation-wide endpoint: its health over time, its settings and its signing secret. */
export function EndpointDrawer(props: EndpointDrawerProps) {
  const { endpoint, mayManageEndpoints, mayManageKeys, mayReplay } = props;
  const refresh = useRefreshEndpoints();
  return (
    <Drawer
      onClose={props.onClose}
      onPrevious={props.onPrevious}
      onNext={props.onNext}
      row={endpoint.id}
      width={540}
      title={endpointName(endpoint)}
      badge={<HealthChip endpoint={endpoint} />}
      subtitle={<code className="block truncate font-mono">{endpoint.id}</code>}
      footer={(mayReplay || mayManageEndpoints) && <Footer {...props} onChanged={() => void refresh()} />}
    >
      <div className="grid grid-cols-1 gap-4">
        <HealthLine endpoint={endpoint} />
        <HealthChart hours={endpoint.hours} />
        <Settings endpoint={endpoint} />
        <div className="border-edge border-t pt-4">
          <SecretLine
            key={endpoint.id}
            state={endpoint}
            path={secretsPath(endpoint.id)}
            signs={texts.theEventsOfThisEndpoint}
            mayManageKeys={mayManageKeys}
            onChanged={() => void refresh()}
          />
        </div>
      </div>
    </Drawer>
  );
}

function Footer(props: EndpointDrawerProps & { onChanged: () => void }) {
  const { endpoint, mayManageEndpoints, mayReplay, onEdit, onRemove, onChanged } = props;
  return (
    <>
      {mayManageEndpoints && (
        <Button tone="danger-text" size="small" className="mr-auto" onClick={onRemove}>
          {texts.remove}
        </Button>
      )}
      {mayReplay && <PauseButton endpoint={endpoint} onChanged={onChanged} />}
      {mayManageEndpoints && (
        <Button size="small" onClick={onEdit}>
          {texts.edit}
        </Button>
      )}
    </>
  );
}

function Settings({ endpoint }: { endpoint: OrganisationEndpointJson }) {
  const { url, event_types: types, header_names: headers, last_success_at: lastAt } = endpoint;
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-2 border-edge border-t pt-4 text-body">
      <Fact name={texts.address}>
        <code className="break-all font-mono text-meta">{url}</code>{" "}
        <CopyButton text={url} name={texts.theEndpointsAddress} className="size-6 align-middle" />
      </Fact>
      <Fact name={texts.events}>
        <code className="font-mono text-meta">{types.join(", ")}</code>
      </Fact>
      <Fact name={texts.headers}>
        {headers.length === 0 ? (
          texts.none
        ) : (
          <>
            <code className="break-all font-mono text-meta">{headers.join(", ")}</code>
            <span className="text-ink-3 text-meta">{texts.valuesHidden}</span>
          </>
        )}
      </Fact>
      <Fact name={texts.waiting}>{formatCount(endpoint.waiting_count)}</Fact>
      <Fact name={texts.lastSuccess}>
        {lastAt ? <Instant at={lastAt} as="full" className="whitespace-normal" /> : texts.noneYet}
      </Fact>
      <Fact name={texts.added}>
        <Instant at={endpoint.created_at} as="date" />
      </Fact>
    </dl>
  );
}
