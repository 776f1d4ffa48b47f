export { writeDemoNavs } from "../demo-navs.ts";
