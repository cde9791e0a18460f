import { endpointHealth } from "../../shared/format/endpoint-health";
import { Chip } from "../../ui/display/chip";

interface HealthChipProps {
  endpoint: Parameters<typeof endpointHealth>[0];
  /** The reason, shown as a tooltip. */
  title?: string | undefined;
}

/** The health of an endpoint in one word. */
export function HealthChip({ endpoint, title }: HealthChipProps) {
  const { word, tone } = endpointHealth(endpoint);
  return (
    <Chip tone={tone} dot={tone !== "neutral"} title={title}>
      {word}
    </Chip>
  );
}
