import { spawn } from 'node:child_process'

/** Whether this machine shows windows: then the address is opened, else it is only printed. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}

/** The system's own "open this address". */
function opener(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}

/** Opens the address; resolves to false without a program for it. Its arguments show the token, which works once. */
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
