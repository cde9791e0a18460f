// Made by lib/door/generate.mjs from the folders of app/v1: do not edit.
import type { Route } from "./match";

/** Every path of the API with what its route file exports. */
export const routes: Route[] = [];
