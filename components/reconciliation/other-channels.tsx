import { formatCount } from "@/lib/core/format/count";
import { Naira } from "../shared/format/money";
import { Card, CardHead } from "../shared/layout/card";
import { Cell, HeadCell, Row, Table } from "../shared/tables/table";
import { Link } from "../ui/display/link";
import type { ExceptionsJson } from "./api";

interface OtherChannelsProps {
  sessionId: string;
  volumes: ExceptionsJson["other_channels"];
}

/**
 * The open payments by card, USSD, QR or another channel that is not recorded, which are in no total: of this event and of all
 * events. Nothing if there is none.
 */
export function OtherChannels({ sessionId, volumes: { session, organisation } }: OtherChannelsProps) {
  if (organisation.count === 0) return null;
  const lines = [
    { name: "This event", volume: session },
    { name: "All events", volume: organisation },
  ];
  return (
    <Card aria-label="Other channels">
      <CardHead title="Other channels">
        {session.count > 0 && (
          <Link
            className="text-body underline underline-offset-2"
            href={`/events/${sessionId}/reconciliation?kind=unsupported_channel`}
          >
            Show this event's
          </Link>
        )}
      </CardHead>
      <p className="px-4 pb-2 text-ink-3 text-meta">
        Payments by card, USSD, QR or another channel that is not recorded. They are in no total until you
        decide.
      </p>
      <Table aria-label="Other channels" className="figures">
        <thead>
          <tr>
            <HeadCell>Paid to</HeadCell>
            <HeadCell end>Open</HeadCell>
            <HeadCell end>Total</HeadCell>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, volume }) => (
            <Row key={name}>
              <Cell head>{name}</Cell>
              <Cell end>{formatCount(volume.count)}</Cell>
              <Cell end>
                <Naira amount={volume.total} size="row" />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
