/** The icon in the tray: there while the settings say so. */
import { fileURLToPath } from 'node:url'
import { Menu, nativeImage, Tray } from 'electron'
import type { ChainManager } from '../../app/chains/index.ts'
import { watchTrayChains } from './trayChains.ts'
import type { TrayAction, TrayModel, TrayState } from './trayModel.ts'

export interface TrayDeps {
  readonly chainManager: ChainManager
  /** shows the window, or makes one */
  openWindow(): void
  quit(): void
}

const pictureOf = (state: TrayState) =>
  nativeImage.createFromPath(fileURLToPath(new URL(`tray/${state}.png`, import.meta.url)))

/** Returns the function that takes it away for good. */
export function installTray({ chainManager, openWindow, quit }: TrayDeps): () => void {
  let tray: { readonly icon: Tray; readonly close: () => void } | undefined

  const act = (action: TrayAction) => {
    if (action.do === 'open') return openWindow()
    if (action.do === 'quit') return quit()
    const params = action.do === 'mine' ? '[true]' : '[false]'
    // The chain may have stopped meanwhile: then there is nothing to switch.
    void chainManager.hold(action.id).then(
      (chain) => chain.node.call('setgenerate', params).catch(() => undefined),
      () => undefined,
    )
  }
  const menuOf = ({ items }: TrayModel) =>
    Menu.buildFromTemplate(
      items.map(({ label, action }) =>
        label === ''
          ? { type: 'separator' as const }
          : action === undefined
            ? { label, enabled: false }
            : { label, click: () => act(action) },
      ),
    )

  const create = () => {
    const icon = new Tray(pictureOf('idle'))
    icon.on('click', openWindow)
    const watch = watchTrayChains(chainManager, () => show())
    const show = () => {
      const model = watch.model()
      icon.setImage(pictureOf(model.state))
      icon.setToolTip(model.tooltip)
      icon.setContextMenu(menuOf(model))
    }
    show()
    return {
      icon,
      close() {
        watch.close()
        icon.destroy()
      },
    }
  }
  const adjust = () => {
    const wanted = chainManager.settings.now().tray
    if (wanted && tray === undefined) tray = create()
    else if (!wanted && tray !== undefined) remove()
  }
  const remove = () => {
    tray?.close()
    tray = undefined
  }
  const unsubscribe = chainManager.settings.onChange(adjust)
  adjust()
  return () => {
    unsubscribe()
    remove()
  }
}
