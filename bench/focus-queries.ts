/** Themes of the Debian web: a section of it, what somebody would type who looks for it, and the package whose front page is a seed. */
export const focusQueries: readonly { readonly topic: string; readonly query: string; readonly seed: string }[] = [
  { topic: 'music', query: 'music notation', seed: 'lilypond-doc-html' },
  { topic: 'python', query: 'python programming', seed: 'python3.11-doc' },
  { topic: 'webframework', query: 'web framework', seed: 'python-django-doc' },
  { topic: 'database', query: 'database', seed: 'postgresql-doc-15' },
  { topic: 'webserver', query: 'web server', seed: 'apache2-doc' },
  { topic: 'kernel', query: 'linux kernel', seed: 'linux-doc-6.1' },
  { topic: 'image', query: 'image editing', seed: 'gimp-help-en' },
  { topic: 'astronomy', query: 'astronomy', seed: 'python-astropy-doc' },
  { topic: 'maths', query: 'mathematics and plotting', seed: 'gnuplot-doc' },
  { topic: 'office', query: 'office spreadsheet', seed: 'libreoffice-help-en-us' },
];
