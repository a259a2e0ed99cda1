# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

# CocoaPods: pod 'Purser' for Swift, pod 'Purser/ObjC' for Objective-C code. Both are one module, PurserClient.
Pod::Spec.new do |spec|
  spec.name = 'Purser'
  spec.version = '0.1.0'
  spec.summary = 'In-App Purchase from the order to the delivery, for apps.'
  spec.homepage = 'https://github.com/example/purser'
  spec.license = { :type => 'Apache-2.0', :file => 'LICENSE' }
  spec.author = 'The Purser authors'
  spec.source = { :git => 'https://github.com/example/purser.git', :tag => spec.version.to_s }
  spec.module_name = 'PurserClient'
  spec.swift_versions = ['6.0']
  spec.ios.deployment_target = '15.0'
  spec.osx.deployment_target = '15.0'
  spec.tvos.deployment_target = '15.0'
  spec.watchos.deployment_target = '8.0'
  spec.visionos.deployment_target = '1.0'
  spec.frameworks = 'Foundation', 'StoreKit', 'Security'
  # The sources share declarations of the access level "package".
  spec.pod_target_xcconfig = {
    'OTHER_SWIFT_FLAGS' => '$(inherited) -package-name purser -enable-upcoming-feature ExistentialAny ' \
                           '-enable-upcoming-feature InternalImportsByDefault ' \
                           '-enable-upcoming-feature MemberImportVisibility ' \
                           '-enable-upcoming-feature NonisolatedNonsendingByDefault'
  }
  spec.default_subspecs = 'Client'

  spec.subspec 'Client' do |client|
    client.source_files = 'Sources/PurserClient/**/*.swift'
  end

  spec.subspec 'ObjC' do |objc|
    objc.dependency 'Purser/Client'
    objc.source_files = 'Sources/PurserObjC/**/*.swift'
  end
end
