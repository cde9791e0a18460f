export {
  addPerson,
  changePassword,
  findPerson,
  holdsPassword,
  isMemberElsewhere,
  lockPerson,
  type Person,
  personOf,
  readPasswordHash,
  setPassword,
} from "./person";
