export {
  addPerson,
  changePassword,
  findPerson,
  getPersonId,
  isMemberElsewhere,
  lockPerson,
  lockUnchangedPassword,
  type Person,
  readPasswordHash,
  setPassword,
} from "./person";
