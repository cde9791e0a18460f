import { Skeleton } from "../../ui/display/skeleton";
import { Card, CardHead } from "../layout/card";
import { PageHeader } from "../layout/page-header";
import { Cell, HeadCell, Row, Table } from "../tables/table";
import * as texts from "./texts";

interface FiguresSkeletonProps {
  title: string;
  /** Labels of the figures above the list. */
  figures: readonly string[];
  /** Title of the list, and its columns. */
  list: string;
  heads: readonly string[];
}

const ROWS = Array.from({ length: 8 }, (_, row) => row);

/** Skeleton of a page with figures and a list: its real boxes and labels, without animation. */
export function FiguresSkeleton({ title, figures, list, heads }: FiguresSkeletonProps) {
  return (
    <div aria-busy="true">
      <PageHeader title={title} meta={[texts.loading]} />
      <div className="grid grid-cols-1 gap-3 pb-6">
        <Card className="flex max-md:flex-col">
          {figures.map((figure) => (
            <div
              key={figure}
              className="flex-1 border-edge px-5 py-4 not-first:border-l max-md:not-first:border-l-0"
            >
              <p className="text-body text-ink-2">{figure}</p>
              <Skeleton className="my-2 h-6 w-40" />
              <Skeleton className="h-3 w-28" />
            </div>
          ))}
        </Card>
        <Card>
          <CardHead title={list} />
          <Table aria-label={list}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <HeadCell key={head}>{head}</HeadCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {ROWS.map((row) => (
                <Row key={row} style={{ opacity: 1 - row / 9 }}>
                  {heads.map((head) => (
                    <Cell key={head}>
                      <Skeleton className="h-3 w-3/5" />
                    </Cell>
                  ))}
                </Row>
              ))}
            </tbody>
          </Table>
        </Card>
      </div>
    </div>
  );
}
