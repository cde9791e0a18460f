import { Check } from "@/components/ui/icons/icons";
import { keysOf } from "@/lib/core/keys";
import { MEMBER_ROLES, type MemberRole, PERMISSIONS, ROLE_NAMES, roleHasPermission } from "@/lib/core/roles";
import { Card, CardHead } from "../../shared/layout/card";
import { Cell, HeadCell, Row } from "../../shared/tables/table";
import * as texts from "./texts";

const permissions = keysOf(PERMISSIONS);

function Mark({ allowed }: { allowed: boolean }) {
  return (
    <>
      {allowed ? (
        <Check aria-hidden strokeWidth={2} className="mx-auto size-4 text-brand" />
      ) : (
        <span aria-hidden className="text-ink-3">
          –
        </span>
      )}
      <span className="sr-only">{allowed ? texts.yes : texts.no}</span>
    </>
  );
}

function RolesTable() {
  return (
    <table
      aria-label={texts.roles}
      className="w-full border-separate border-spacing-0 text-left max-md:hidden"
    >
      <thead>
        <tr>
          <HeadCell>{texts.permission}</HeadCell>
          {MEMBER_ROLES.map((role) => (
            <HeadCell key={role} className="w-22 text-center">
              {ROLE_NAMES[role]}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {permissions.map((permission) => (
          <Row key={permission}>
            <Cell head>{PERMISSIONS[permission].name}</Cell>
            {MEMBER_ROLES.map((role) => (
              <Cell key={role} className="text-center">
                <Mark allowed={roleHasPermission(role, permission)} />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </table>
  );
}

/** The phone layout of the table, whose five columns do not fit. */
function RolesList() {
  return (
    <ul aria-label={texts.roles} className="md:hidden">
      {permissions.map((permission) => (
        <li key={permission} className="border-edge border-t px-4 py-2.5">
          <div className="font-medium text-touch">{PERMISSIONS[permission].name}</div>
          <div className="text-ink-3 text-meta">
            {PERMISSIONS[permission].roles.map((role) => ROLE_NAMES[role]).join(", ")}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The permissions of each role, rendered from the table that the server checks too. */
export function RolesCard({ own }: { own: MemberRole }) {
  return (
    <Card aria-label={texts.whatEachRoleMay}>
      <CardHead title={texts.roles} count={texts.yourRole(ROLE_NAMES[own])} />
      <RolesTable />
      <RolesList />
    </Card>
  );
}
