// The texts of settings/profile.

// logo-card
export const acceptedImages = (size: string, sides: string) => `PNG, JPEG or WebP, ${size}, ${sides}.`;
export const logoIsTooLarge = (limit: string, sizeKb: string) =>
  `Logo must have ${limit}, and this file has ${sizeKb} KB. Save it smaller, or with more compression.`;
export const theLogoIsSet = "The logo is set.";
export const logo = "Logo";
export const remove = "Remove";
export const noLogoYet = "No logo yet";
export const printedPagesShowIt = "Printed summaries, receipts and posters show it.";
export const replaceTheLogo = "Replace the logo";
export const chooseALogo = "Choose a logo";
export const removeTheLogo = "Remove the logo?";
export const printedPagesNoLongerShowIt = "Printed summaries, receipts and posters no longer show it.";
export const keepIt = "Keep it";
export const itWasNotRemoved = "It was not removed";
export const logoFile = "Logo file";

// organisation-logo
export const logoOf = (legalName: string) => `Logo of ${legalName}`;

// profile-form
export const legalName = "Legal name";
export const postalAddress = "Postal address";
export const timeZone = "Time zone";
export const theProfileIsSaved = "The profile is saved.";
export const profile = "Profile";
export const optional = "Optional";
export const asRegistered = "As registered. Printed summaries, receipts and posters show it.";
export const upToSixLines = "Up to six lines.";
export const nothingWasChanged = "Nothing was changed.";
export const saveChanges = "Save changes";
export const whichTimesUseTheZone =
  "Your pages show times and days in this zone. Settlement days, files and the API keep the zone of the service.";
export const sameAsTheService = (zone: string) => `Same as the service (${zone})`;

// profile-view
export const notGiven = "Not given";
export const ownersChangeTheProfile = "Owners change the profile.";

// use-profile
export const organisationProfile = "organisation profile";
