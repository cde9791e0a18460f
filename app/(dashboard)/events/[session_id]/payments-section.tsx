import { z } from "zod";
import { readFilters, toFilterQuery } from "@/components/payments/filters";
import { Payments } from "@/components/payments/payments";
import type { MemberScope } from "@/lib/auth/member";
import { isFailure } from "@/lib/core/errors/errors";
import { type Id, isId } from "@/lib/core/ids";
import { roleHasPermission } from "@/lib/core/roles";
import { listOperators } from "@/lib/operators";
import { findPayments, getPayment } from "@/lib/payment-search";
import { PaymentDetail, PaymentsPage, PaymentsQuery } from "@/lib/payment-search/contract";

interface SectionProps {
  member: MemberScope;
  sessionId: Id<"session">;
  /** The page's query parameters. */
  asked: Record<string, string | undefined>;
}

/**
 * The payments section of an event's page, rendered with the filters and the open payment of the page's query. Without
 * filters it lists the page's live rows. Must be inside the page's `LiveProvider`.
 */
export async function PaymentsSection({ member, sessionId, asked }: SectionProps) {
  const filters = readFilters({ get: (name) => asked[name] ?? null });
  const query = toFilterQuery(filters);
  const { before, limit, ...parsed } = PaymentsQuery.parse(filters);
  const [page, opened, operators] = await Promise.all([
    query ? findPayments(member, sessionId, parsed, { before, limit }) : undefined,
    loadOpenPayment(member, sessionId, asked.payment),
    listOperators(member, sessionId),
  ]);
  const { role } = member.actor;
  return (
    <Payments
      sessionId={sessionId}
      may={{
        assign: roleHasPermission(role, "assign_payments"),
        reveal: roleHasPermission(role, "reveal_account"),
        exports: roleHasPermission(role, "export"),
        replay: roleHasPermission(role, "replay_deliveries"),
        refund: roleHasPermission(role, "refund_payments"),
      }}
      operators={operators.map(({ id, name }) => ({ id, name }))}
      initial={page && { query, page: z.encode(PaymentsPage, page) }}
      opened={opened && z.encode(PaymentDetail, opened)}
    />
  );
}

/** Loads the payment of the query; `undefined` if it does not exist, which the drawer then reports. */
async function loadOpenPayment(member: MemberScope, sessionId: Id<"session">, asked: string | undefined) {
  if (!asked || !isId("transaction", asked)) return undefined;
  return getPayment(member, { sessionId, transactionId: asked }).catch((thrown: unknown) => {
    if (isFailure(thrown) && thrown.code === "not_found") return undefined;
    throw thrown;
  });
}
