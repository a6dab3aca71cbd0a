/**
 * The switch that disables the sandbox of every page. The start script of an AppImage adds it on systems that restrict user
 * namespaces, as Ubuntu does since 24.04 (`generateAppRunScript` in app-builder-lib/out/targets/appimage/appImageUtil.js).
 */
export const sandboxOffSwitch = 'no-sandbox'
