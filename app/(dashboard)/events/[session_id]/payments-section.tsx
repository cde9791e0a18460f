import { z } from "zod";
import { queryOf, readFilters } from "@/components/payments/filters";
import { Payments } from "@/components/payments/payments";
import type { MemberScope } from "@/lib/auth/member";
import { isFailure } from "@/lib/core/errors";
import { type Id, isId } from "@/lib/core/ids";
import { may } from "@/lib/core/roles";
import { listOperators } from "@/lib/operators";
import { findPayments, getPayment } from "@/lib/payment-search";
import { PaymentDetail, PaymentsPage, PaymentsQuery } from "@/lib/payment-search/contract";

interface SectionProps {
  member: MemberScope;
  sessionId: Id<"session">;
  /** What the page's address asks for. */
  asked: Record<string, string | undefined>;
}

/**
 * The payments of an event's page, rendered with what its address asks for: the filters, and the payment that is open.
 * Without filters the page's live rows are the list. Stands inside the page's `LiveProvider`.
 */
export async function PaymentsSection({ member, sessionId, asked }: SectionProps) {
  const filters = readFilters({ get: (name) => asked[name] ?? null });
  const query = queryOf(filters);
  const { before, limit, ...parsed } = PaymentsQuery.parse(filters);
  const [page, opened, operators] = await Promise.all([
    query ? findPayments(member, sessionId, parsed, { before, limit }) : undefined,
    openedOf(member, sessionId, asked.payment),
    listOperators(member, sessionId),
  ]);
  const { role } = member.by;
  return (
    <Payments
      sessionId={sessionId}
      may={{
        assign: may(role, "assign_payments"),
        reveal: may(role, "reveal_account"),
        exports: may(role, "export"),
        replay: may(role, "replay_deliveries"),
      }}
      operators={operators.map(({ id, name }) => ({ id, name }))}
      initial={page && { query, page: z.encode(PaymentsPage, page) }}
      opened={opened && z.encode(PaymentDetail, opened)}
    />
  );
}

/** The payment that the address names; one that is not there is told of by its drawer. */
async function openedOf(member: MemberScope, sessionId: Id<"session">, asked: string | undefined) {
  if (!asked || !isId("transaction", asked)) return undefined;
  return getPayment(member, { sessionId, transactionId: asked }).catch((thrown: unknown) => {
    if (isFailure(thrown) && thrown.code === "not_found") return undefined;
    throw thrown;
  });
}
