import { formatCount } from "@/lib/core/format/count";
import { Naira } from "../shared/format/money";
import { Card, CardHead } from "../shared/layout/card";
import { Cell, HeadCell, Row, Table } from "../shared/tables/table";
import { Link } from "../ui/display/link";
import type { ExceptionsJson } from "./api";
import * as texts from "./texts";

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
    { name: texts.thisEvent, volume: session },
    { name: texts.allEvents, volume: organisation },
  ];
  return (
    <Card aria-label={texts.otherChannels}>
      <CardHead title={texts.otherChannels}>
        {session.count > 0 && (
          <Link
            className="text-body underline underline-offset-2"
            href={`/events/${sessionId}/reconciliation?kind=unsupported_channel`}
          >
            {texts.showThisEvents}
          </Link>
        )}
      </CardHead>
      <p className="px-4 pb-2 text-ink-3 text-meta">{texts.paymentsByOtherChannels}</p>
      <Table aria-label={texts.otherChannels} className="figures">
        <thead>
          <tr>
            <HeadCell>{texts.paidTo}</HeadCell>
            <HeadCell end>{texts.open}</HeadCell>
            <HeadCell end>{texts.total}</HeadCell>
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
