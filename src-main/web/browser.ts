import { spawn } from 'node:child_process'

/** Returns true if this machine shows windows. Otherwise the address is only printed. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}

/** Returns the system's command to open an address. */
function opener(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}

/**
 * Opens the address. Resolves to false if there is no program for it. The command line shows the token, which works
 * only once.
 */
export function openInBrowser(address: string, platform: NodeJS.Platform): Promise<boolean> {
  const [command, ...args] = opener(platform)
  return new Promise((resolve) => {
    const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
