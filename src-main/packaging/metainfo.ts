/** The AppStream metadata of a package, from which software centres show the program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './programFiles.ts'

export const METAINFO = 'org.chainwright.Chainwright.metainfo.xml'
/** Address of the picture in the installed Debian package. */
const INSTALLED_PICTURE = 'file:///usr/share/doc/chainwright/screenshot.png'

/** Returns the web folder with the picture of a release (`pictures` in release.json), or undefined if it has none. */
function readPictureFolder(): string | undefined {
  const { pictures } = JSON.parse(readFileSync(join(project, 'resources/release.json'), 'utf8')) as {
    readonly pictures?: unknown
  }
  return typeof pictures === 'string' ? pictures.replace(/\/$/, '') : undefined
}

/**
 * Returns the metadata. Without a web folder the picture is the file of the Debian package; other packages then name
 * none, because their folder is unknown.
 */
export function metainfoText(
  { isDebian }: { readonly isDebian: boolean },
  pictureFolder: string | undefined = readPictureFolder(),
): string {
  const text = readFileSync(join(project, 'resources/package', METAINFO), 'utf8')
  if (pictureFolder !== undefined) return text.replace(INSTALLED_PICTURE, () => `${pictureFolder}/screenshot.png`)
  return isDebian ? text : text.replace(/ *<screenshots>[\s\S]*<\/screenshots>\n/, '')
}
