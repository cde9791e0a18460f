// The texts of ui/forms.

// filter-chip
export const clear = (label: string) => `Clear ${label}`;

// password-field
export const showPassword = "Show password";

// stepper
export const fewer = (what: string) => `Fewer ${what}`;
export const more = (what: string) => `More ${what}`;

// form-footer
export const cancel = "Cancel";
