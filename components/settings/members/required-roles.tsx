import { MEMBER_ROLES, type MemberRole, ROLE_NAMES } from "@/lib/core/roles";
import { Checkbox } from "../../ui/forms/checkbox";
import { useRequiredRoles } from "../account/account-requests";
import * as texts from "./texts";

/** Selects the roles that require a second factor. */
export function RequiredRoles({ initial }: { initial: MemberRole[] }) {
  const { roles, change } = useRequiredRoles({ roles: initial });
  const shown = change.isPending ? change.variables : roles;
  const toggle = (role: MemberRole) => {
    if (change.isPending) return;
    change.mutate(roles.includes(role) ? roles.filter((one) => one !== role) : [...roles, role]);
  };
  return (
    <fieldset className="border-edge border-t px-4 py-3" aria-busy={change.isPending}>
      <legend className="sr-only">{texts.secondFactorRequiredOf}</legend>
      <div aria-hidden className="font-medium text-body">
        {texts.secondFactorRequiredOf}
      </div>
      <p className="text-ink-3 text-meta">{texts.theseRolesSetOneUp}</p>
      <div className="mt-1 flex flex-wrap gap-x-5">
        {MEMBER_ROLES.map((role) => (
          <label key={role} className="flex min-h-8 items-center gap-2 text-body max-md:min-h-11">
            <Checkbox checked={shown.includes(role)} onChange={() => toggle(role)} />
            {ROLE_NAMES[role]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
