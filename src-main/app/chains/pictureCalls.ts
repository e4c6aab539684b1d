import type { ChainMethodParams } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { TokenPictures } from '../pictures/index.ts'
import { formatFileError } from '../storedFile.ts'
import type { DesktopParts } from './appCalls.ts'

export interface PictureCallDeps {
  readonly pictures: TokenPictures
  /** undefined if the window is in a browser */
  readonly desktop: DesktopParts | undefined
}

const NO_LINK = 'This token has no link to a web page'

export function createPictureCalls({ pictures, desktop }: PictureCallDeps) {
  return {
    gettokenpicture: (
      { chain, tokenid }: ChainMethodParams<'gettokenpicture'>,
      signal: AbortSignal = new AbortController().signal,
    ) => pictures.show(chain, tokenid, signal),
    async opentokenlink({ chain, tokenid }: ChainMethodParams<'opentokenlink'>): Promise<string> {
      const link = await pictures.link(chain, tokenid)
      if (link === undefined) throw new RpcError(RPC_ERROR.MISC, NO_LINK)
      // In a browser, the page shows a link instead.
      if (desktop === undefined) throw new RpcError(RPC_ERROR.MISC, 'Only the desktop app opens pages')
      try {
        await desktop.openOutside(link.address)
      } catch (error) {
        throw new RpcError(RPC_ERROR.MISC, `This page cannot be opened: ${formatFileError(error)}`)
      }
      return link.address
    },
  }
}
