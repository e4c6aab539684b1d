import { t } from '../../i18n/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { visibleString } from '../../ui/visibleText.ts'

const MAX_PATH_LENGTH = 400

/** Shows a complete path on this computer, with a copy button. */
export function PathText({ path }: { readonly path: string }) {
  return (
    <span className="flex items-center justify-end gap-1">
      <span className="break-all text-left font-mono text-12">{visibleString(path, MAX_PATH_LENGTH)}</span>
      <CopyButton text={path} label={t('settings:copyPath')} />
    </span>
  )
}
