import { t } from '../i18n/texts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ShortcutList } from './ShortcutList.tsx'
import { useUi } from './uiStore.ts'

export function ShortcutSheet() {
  const { shortcutsOpen, setShortcutsOpen } = useUi()
  return (
    <Dialog open={shortcutsOpen} onOpenChange={setShortcutsOpen} title={t('shortcuts:title')} size="lg">
      <ShortcutList />
    </Dialog>
  )
}
