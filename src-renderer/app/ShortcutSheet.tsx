import { ShortcutList } from '../components/ShortcutList.tsx'
import { useUi } from '../components/uiStore.ts'
import { t } from '../i18n/texts.ts'
import { Dialog } from '../ui/Dialog.tsx'

export function ShortcutSheet() {
  const { shortcutsOpen, setShortcutsOpen } = useUi()
  return (
    <Dialog open={shortcutsOpen} onOpenChange={setShortcutsOpen} title={t('shortcuts:title')} size="lg">
      <ShortcutList />
    </Dialog>
  )
}
