// The way from a frame to the full page.

/** The address of the full page, beside this one: of the hosted form or, from a file, of the one file. */
export function fullPage() {
  const here = new URL(location.href);
  here.hash = '';
  here.search = '';
  here.pathname = here.pathname.replace(
    /embed\.html$/,
    here.protocol === 'file:' ? 'highwater.html' : 'index.html',
  );
  return here.href;
}
