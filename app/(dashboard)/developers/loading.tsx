import { Card, CardHead } from "@/components/shared/card";
import { SkeletonRows } from "@/components/shared/data-table";
import { Table } from "@/components/shared/table";

const COLUMNS = ["name", "key", "issued", "used", "deeds"].map((key) => ({ key }));

export default function DevelopersLoading() {
  return (
    <Card aria-busy>
      <CardHead title="Loading" />
      <Table aria-label="Loading">
        <tbody>
          <SkeletonRows columns={COLUMNS} count={4} className="h-[50px]" />
        </tbody>
      </Table>
    </Card>
  );
}
