/** Tray icon, shown while the settings enable it. */
import { fileURLToPath } from 'node:url'
import { Menu, nativeImage, Tray } from 'electron'
import type { ChainManager } from '../../app/chains/index.ts'
import { watchTrayChains } from './trayChains.ts'
import type { TrayAction, TrayModel, TrayState } from './trayModel.ts'

export interface TrayDeps {
  readonly chainManager: ChainManager
  /** Shows the window, or creates one. */
  openWindow(): void
  quit(): void
}

const loadPicture = (state: TrayState) =>
  nativeImage.createFromPath(fileURLToPath(new URL(`tray/${state}.png`, import.meta.url)))

/** Installs the tray icon. Returns the function that removes it permanently. */
export function installTray({ chainManager, openWindow, quit }: TrayDeps): () => void {
  let tray: { readonly icon: Tray; readonly close: () => void } | undefined

  const act = (action: TrayAction) => {
    if (action.do === 'open') return openWindow()
    if (action.do === 'quit') return quit()
    const params = action.do === 'mine' ? '[true]' : '[false]'
    // If the chain stopped in the meantime, there is no miner to switch.
    void chainManager.lease(action.id).then(
      (chain) => chain.node.call('setgenerate', params).catch(() => undefined),
      () => undefined,
    )
  }
  const buildMenu = ({ items }: TrayModel) =>
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
    const icon = new Tray(loadPicture('idle'))
    icon.on('click', openWindow)
    const watch = watchTrayChains(chainManager, () => show())
    const show = () => {
      const model = watch.model()
      icon.setImage(loadPicture(model.state))
      icon.setToolTip(model.tooltip)
      icon.setContextMenu(buildMenu(model))
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
