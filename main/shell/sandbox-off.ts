/**
 * Takes the sandbox of every page away, before the program runs a line. The start script of an AppImage gives it where
 * the system keeps programs from making user namespaces, as Ubuntu does since 24.04 (`generateAppRunScript` in
 * app-builder-lib/out/targets/appimage/appImageUtil.js).
 */
export const sandboxOffSwitch = 'no-sandbox'
