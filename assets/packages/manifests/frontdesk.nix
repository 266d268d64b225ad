# Nix: a derivation that takes the programs of the release, for callPackage.
{ stdenvNoCC, fetchurl, lib }:
let
  files = {
    x86_64-linux = { url = "{{url "linux" "amd64"}}"; sha256 = "{{sum "linux" "amd64"}}"; };
    aarch64-linux = { url = "{{url "linux" "arm64"}}"; sha256 = "{{sum "linux" "arm64"}}"; };
    x86_64-darwin = { url = "{{url "darwin" "amd64"}}"; sha256 = "{{sum "darwin" "amd64"}}"; };
    aarch64-darwin = { url = "{{url "darwin" "arm64"}}"; sha256 = "{{sum "darwin" "arm64"}}"; };
  };
in
stdenvNoCC.mkDerivation {
  pname = "frontdesk";
  version = "{{.Version}}";
  src = fetchurl files.${stdenvNoCC.hostPlatform.system};
  installPhase = ''
    install -Dm755 frontdesk $out/bin/frontdesk
    install -Dm644 man/frontdesk.1 $out/share/man/man1/frontdesk.1
    install -Dm644 completions/frontdesk.bash $out/share/bash-completion/completions/frontdesk
    install -Dm644 completions/frontdesk.fish $out/share/fish/vendor_completions.d/frontdesk.fish
    install -Dm644 completions/_frontdesk $out/share/zsh/site-functions/_frontdesk
  '';
  meta = {
    description = "Support desk in a terminal";
    homepage = "{{.URL}}";
    license = lib.licenses.mit;
    mainProgram = "frontdesk";
  };
}
